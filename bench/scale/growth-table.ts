import { exponentOf, isMet, type Measured, ratioOf, targets } from './sweep.ts';

/** The result as a Markdown table. */
export function growthTable(measured: readonly Measured[]): string {
  return [
    '| swept | operation | sizes | ms | by hand | exponent | ratio | outcome |',
    '|---|---|---|---|---|---|---|---|',
    ...measured.map(lineOf),
  ].join('\n');
}

function lineOf(measured: Measured): string {
  const { sweep, what, growth, costs } = measured;
  const ratio = ratioOf(costs);
  const cells = [
    sweep,
    what,
    costs.map(({ size }) => size.toLocaleString('en')).join(' → '),
    costs.map(({ quire }) => shown(quire)).join(' → '),
    ratio === undefined ? '–' : costs.map(({ byHand }) => shown(byHand ?? Number.NaN)).join(' → '),
    `${exponentOf(costs).toFixed(2)} (≤ ${targets.exponent[growth]})`,
    ratio === undefined ? '–' : ratio.toFixed(2),
    isMet(measured) ? 'met' : '**missed**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function shown(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms.toPrecision(2);
}
