/** A list of very many rows of the same height, of which only those in view are drawn. */

import { h, useEffect, useId, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

/**
 * A row: its attributes, how far it is moved in, and what it shows.
 * @typedef {{indent: number, parts: import("./modal.js").Children[], [attribute: string]: unknown}} Row
 *
 * What is to be seen; another object for each time that it is drawn.
 * @typedef {{length: number, current: number, isSought: boolean}} Shown how many rows there are, the number of the
 *   current one, and whether somebody asked for it, so that it is to be in view
 */

/** Rows that are drawn beyond what is in view. */
const BEYOND = 3;
/** The height of a row in rem, for a mouse and for fingers. */
const HEIGHT = { fine: 1.9, coarse: 2.5 };

/**
 * @param {{label: string, shown: Shown, describe: (at: number) => Row, choose: (at: number) => void,
 *   onKeyDown: (event: KeyboardEvent) => void}} props
 */
export function RollList({ label, shown, describe, choose, onKeyDown }) {
  const { length, current, isSought } = shown;
  const name = useId();
  const list = /** @type {{current: HTMLElement|null}} */ (useRef(null));
  /** Whether the current row is kept in view: until somebody scrolls it away. */
  const follows = useRef(true);
  const [{ top, height, row }, setView] = useState({ top: 0, height: 0, row: 30 });
  const isSeen = (from = top) => current * row >= from - 1 && (current + 1) * row <= from + height + 1;
  useEffect(() => {
    const coarse = matchMedia("(pointer: coarse)");
    const measure = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const high = Math.round(rem * (coarse.matches ? HEIGHT.coarse : HEIGHT.fine));
      setView((view) => ({ ...view, height: list.current?.clientHeight ?? 0, row: high }));
    };
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    coarse.addEventListener("change", measure);
    return () => {
      observer.disconnect();
      coarse.removeEventListener("change", measure);
    };
  }, []);
  useLayoutEffect(() => {
    if (isSought) follows.current = true;
    if (!list.current || !follows.current || !height || current < 0 || isSeen()) return;
    // Nothing but the list is scrolled: the current row to its middle unless that is near.
    const above = current * row - top;
    const below = above + row - height;
    const isNear = above > -height && below < height;
    list.current.scrollTop = top + (!isNear ? above - height / 2 : above < 0 ? above - row : below + row);
    const { scrollTop } = list.current;
    setView((view) => ({ ...view, top: scrollTop }));
  }, [shown, height, row]);
  const start = Math.max(0, Math.min(top, length * row - height));
  const first = Math.max(0, Math.floor(start / row) - BEYOND);
  const last = Math.min(length, Math.ceil((start + height) / row) + BEYOND);
  return h("div", {
    ref: list, class: "roll", role: "tree", tabIndex: 0, "aria-label": label, style: { "--row": `${row}px` },
    "aria-activedescendant": current >= first && current < last ? `${name}-${current}` : undefined, onKeyDown,
    onScroll: ({ currentTarget: { scrollTop } }) => {
      if (scrollTop === top) return;
      follows.current = isSeen(scrollTop);
      setView((view) => ({ ...view, top: scrollTop }));
    },
  }, h("div", { role: "none", style: { height: `${length * row}px` } },
    Array.from({ length: Math.max(0, last - first) }, (_, number) => {
      const at = first + number;
      const { indent, parts, ...attributes } = describe(at);
      return h("div", {
        key: at, role: "treeitem", id: `${name}-${at}`, "aria-selected": at === current, "aria-posinset": at + 1,
        "aria-setsize": length, style: { "--at": at, "--in": indent }, onClick: () => choose(at), ...attributes,
        // Read aloud, the parts are words of their own.
      }, parts.flatMap((part) => [part, " "]));
    })));
}
