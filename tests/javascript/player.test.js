import assert from "node:assert/strict";
import test from "node:test";
import { Player } from "../../kaleido/web/static/player.js";

/** Returns a player whose frames come when the test says so. */
function played(length = 100, ended = true) {
  const reel = {
    length,
    ended,
    /** @type {number[]} */
    stops: [],
    /** @param {number} from @param {number} to */
    stop: (from, to) => reel.stops.find((step) => step > from && step <= to) ?? null,
  };
  /** @type {string[]} */
  const told = [];
  /** @type {((now: number) => void)[]} */
  let frames = [];
  const player = new Player(reel, {
    shown: () => told.push(`shown ${player.at}`),
    rested: () => told.push(`rested ${player.at}`),
    ended: () => told.push("ended"),
  }, (task) => frames.push(task));
  let now = 0;
  /** @param {number[]} spans milliseconds between frames */
  const wait = (...spans) => {
    for (const span of spans) {
      now += span;
      const due = frames;
      frames = [];
      for (const task of due) task(now);
    }
  };
  return { player, reel, told, wait, waiting: () => frames.length };
}

test("it plays steps at its speed to the end, once", () => {
  const { player, told, wait, waiting } = played(4);
  player.speed = 2;
  player.play();
  wait(0, 250, 250);
  assert.equal(player.at, 1);
  wait(500, 500);
  assert.equal(player.at, 3);
  assert.equal(player.playing, true);
  wait(500, 500, 500);
  assert.equal(player.at, 4);
  assert.equal(player.playing, false);
  assert.deepEqual(told.slice(-3), ["shown 4", "rested 4", "ended"]);
  assert.equal(told.filter((each) => each === "ended").length, 1);
  assert.equal(waiting(), 0);
  // Played again, it starts from the beginning.
  player.play();
  assert.equal(player.at, 0);
});

test("a slow speed gets on, a fast one takes many steps in a frame", () => {
  const slow = played();
  slow.player.speed = 0.5;
  slow.player.play();
  slow.wait(0, 1000, 1000);
  assert.equal(slow.player.at, 1);
  const fast = played(10_000);
  fast.player.speed = 400;
  fast.player.play();
  fast.wait(0, 20);
  assert.equal(fast.player.at, 8);
  // After a long time without a frame it does not run away.
  fast.wait(60_000);
  assert.equal(fast.player.at, 408);
});

test("it waits for steps that have not come", () => {
  const { player, reel, wait } = played(2, false);
  player.speed = 1;
  player.play();
  wait(0, 1000, 1000, 1000, 1000);
  assert.equal(player.at, 2);
  assert.equal(player.playing, true);
  reel.length = 10;
  wait(1000);
  assert.equal(player.at, 3);
});

test("it pauses where it shall stop, and goes on from there", () => {
  const { player, reel, told, wait } = played();
  reel.stops = [3, 7];
  player.speed = 10;
  player.play();
  wait(0, 1000);
  assert.equal(player.at, 3);
  assert.equal(player.playing, false);
  assert.ok(!told.includes("ended"));
  player.play();
  wait(0, 100);
  assert.equal(player.at, 4);
  wait(1000);
  assert.equal(player.at, 7);
});

test("it goes to a step, within what there is, and rests", () => {
  const { player, told } = played(10);
  player.play();
  player.seek(12);
  assert.equal(player.at, 10);
  assert.equal(player.playing, false);
  assert.deepEqual(told.slice(-2), ["shown 10", "rested 10"]);
  player.seek(-1);
  assert.equal(player.at, 0);
});

test("a step that is wanted comes when it is there, or the last one", () => {
  const { player, reel } = played(3, false);
  player.await(7);
  assert.equal(player.at, 0);
  reel.length = 6;
  player.arrive();
  assert.equal(player.at, 0);
  reel.length = 8;
  player.arrive();
  assert.equal(player.at, 7);
  assert.equal(player.wanted, null);
  player.await(20);
  reel.ended = true;
  player.arrive();
  assert.equal(player.at, 8);
});

test("sent to the end, it follows a search that still runs, until it goes elsewhere", () => {
  const { player, reel, told } = played(3, false);
  player.end();
  assert.equal(player.at, 3);
  reel.length = 8;
  player.arrive();
  assert.equal(player.at, 8);
  assert.ok(!told.includes("ended"));
  reel.length = 9;
  reel.ended = true;
  player.arrive();
  assert.equal(player.at, 9);
  assert.equal(player.wanted, null);
  assert.equal(told.at(-1), "ended");
  // Whoever goes elsewhere stays there.
  reel.ended = false;
  player.end();
  player.seek(2);
  reel.ended = true;
  player.arrive();
  assert.equal(player.at, 2);
});

test("a frame of a play that was paused does nothing in the next", () => {
  const { player, wait, waiting } = played();
  player.speed = 1;
  player.play();
  player.pause();
  player.play();
  wait(0);
  assert.equal(waiting(), 1);
  wait(1000);
  assert.equal(player.at, 1);
});
