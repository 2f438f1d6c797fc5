/** What goes wrong with a question. */

import { told } from "./text.js";

/** What went wrong, in the server's words. */
export class ApiError extends Error {
  /**
   * @param {import("./text.js").Said} said
   * @param {number} status of HTTP; 0 if there is no answer
   */
  constructor(said, status) {
    super(told(said));
    this.said = said;
    this.status = status;
  }
}
