/** Compiling takes as long as making hundreds of rows, so statements that make fewer are not compiled. */
const ROWS_BEFORE_COMPILING = 200;

type Make<Given, Row> = (given: Given) => Row;

/** A member of a row: its name, and JavaScript that computes its value from `given` and the functions of `by`. */
type Member = readonly [name: string, expression: string];

/**
 * Makes rows as `slowly` does, but compiles an object literal once there are many. Setting properties one by one takes several
 * times as long, and leaves garbage each time the object grows.
 */
export function compiledWhenUsed<Given, Row>(
  slowly: Make<Given, Row>,
  describe: () => { readonly members: readonly Member[]; readonly by?: readonly unknown[] },
): Make<Given, Row> {
  let make = slowly;
  let left = ROWS_BEFORE_COMPILING;
  return (given) => {
    if (left > 0) {
      left -= 1;
      if (left === 0) make = compile(describe());
    }
    return make(given);
  };
}

function compile<Given, Row>({ members, by = [] }: ReturnType<Parameters<typeof compiledWhenUsed>[1]>) {
  const literal = members.map(([name, expression]) => `${keyOf(name)}:${expression}`).join();
  // Names come from definitions and compiled queries, and are quoted.
  return new Function('by', `return (given) => ({${literal}})`)(by) as Make<Given, Row>; // what `describe` describes
}

/** As a plain key, `__proto__` would set the prototype. */
function keyOf(name: string): string {
  return name === '__proto__' ? `["${name}"]` : JSON.stringify(name);
}
