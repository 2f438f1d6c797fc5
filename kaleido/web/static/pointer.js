/** Pointers: fingers, pens and the mouse. */

/** The pixels after which a press becomes a drag. */
const START = 5;

/** Follows a pointer from its press to its release.
 * @param {PointerEvent} down
 * @param {{start?: (event: PointerEvent) => void, move: (event: PointerEvent) => void, drop: (event: PointerEvent,
 *   dragged: boolean) => void, cancel: () => void}} on `start`: called when the pointer has moved `START` pixels */
export function followPointer(down, on) {
  let dragged = false;
  const id = down.pointerId;
  const stop = new AbortController();
  /** @param {"pointermove"|"pointerup"|"pointercancel"} name @param {(event: PointerEvent) => void} task */
  const listen = (name, task) => window.addEventListener(name, (event) => {
    if (event.pointerId === id) task(event);
  }, { signal: stop.signal });
  listen("pointermove", (event) => {
    if (!dragged) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < START) return;
      dragged = true;
      on.start?.(event);
    }
    on.move(event);
  });
  listen("pointerup", (event) => {
    stop.abort();
    on.drop(event, dragged);
  });
  listen("pointercancel", () => {
    stop.abort();
    on.cancel();
  });
}
