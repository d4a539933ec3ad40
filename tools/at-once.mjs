/** Calls functions in their order, so many at a time: which one begins next is decided when another has ended. */
export async function atOnce(count, actions) {
  const waiting = [...actions];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: count }, work));
}
