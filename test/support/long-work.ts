const LONG_MS = 25;

/** Counts how often something long is done in one turn of the event loop. */
export function longWork() {
  let inTurn = 0;
  const most = { inTurn: 0 };
  const work = () => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most.inTurn = Math.max(most.inTurn, inTurn);
    const begun = performance.now();
    while (performance.now() - begun < LONG_MS);
  };
  return { most, work };
}
