// What the page takes from the npm packages preact and @preact/signals, as one module: `npm run vendor` writes it.
export * from "preact";
export * from "preact/hooks";
export * from "@preact/signals";
