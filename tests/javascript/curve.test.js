import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";

const { scaleOf } = await import("../../kaleido/web/static/curve.js");

/** @param {number} length @returns {Parameters<typeof scaleOf>[0][number]} */
const search = (length, ended = true) =>
  ({ steps: /** @type {any} */ (Array.from({ length }, () => ({ edges: 50 }))), ended, full: 65 });

test("of two searches the short one has room, too", () => {
  const { x, stepAt } = scaleOf([search(20), search(2001)], 600);
  const share = (x(19) - x(0)) / (x(2000) - x(0));
  assert.ok(share > 0.3 && share < 0.7, String(share));
  // A place that is pointed at is the step that is drawn there.
  for (const step of [0, 1, 19, 700, 2000]) assert.equal(Math.round(stepAt(x(step))), step);
});

test("searches of about one length, and one alone, are drawn to scale", () => {
  for (const searches of [[search(501)], [search(200), search(501)], [search(10, false), search(501, false)]]) {
    const { x, stepAt, span } = scaleOf(searches, 600);
    assert.ok(Math.abs(x(span / 2) - (x(0) + x(span)) / 2) < 1e-6);
    assert.equal(Math.round(stepAt(x(77))), 77);
  }
});
