/** What the page's browsers have and Node.js 20 has not. */

Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at);
    if (!groups.get(key)?.push(item)) groups.set(key, [item]);
    at += 1;
  }
  return groups;
};
