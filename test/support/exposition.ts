import assert from 'node:assert/strict';

/** One line of a scrape. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a scrape says of one metric. */
export interface Described {
  readonly type: string;
  readonly help: string;
}

export interface Exposition {
  readonly series: readonly Series[];
  readonly metrics: ReadonlyMap<string, Described>;
  /** The sum of all lines of this name with these labels; undefined if there are none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;

/** Reads the text form of Prometheus; fails at any other line. */
export function readExposition(text: string): Exposition {
  const series: Series[] = [];
  const metrics = new Map<string, { type: string; help: string }>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, about, metric = '', said = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (about !== undefined) {
      const described = metrics.get(metric) ?? { type: '', help: '' };
      metrics.set(metric, { ...described, [about.toLowerCase()]: said });
      continue;
    }
    const [, name = '', given = '', value = ''] = LINE.exec(line) ?? [];
    assert.ok(name !== '', `not a line of a scrape: ${line}`);
    const read = [...given.matchAll(LABEL)];
    assert.equal(read.map(([whole]) => whole).join(''), given, line);
    const labels = Object.fromEntries(read.map(([, label = '', said = '']) => [label, said]));
    series.push({ name, labels, value: Number(value.replace('Nan', 'NaN')) });
  }
  return {
    series,
    metrics,
    sum(name, labels = {}) {
      const found = series.filter(
        (one) =>
          one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      );
      return found.length === 0 ? undefined : found.reduce((all, { value }) => all + value, 0);
    },
  };
}
