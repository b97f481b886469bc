import type { FigureDefinition } from '../definitions/project/define-figure.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import type { Figure, Sample } from '../module/figure.ts';

/** The figures of plug-ins, under names that no other has. */
export function pluginFigures(plugins: readonly Plugin[]): Figure[] {
  return plugins.flatMap(({ name, figures = [] }) =>
    figures.map((figure) => ({
      name: `plugin_${name.replaceAll('-', '_')}_${figure.name}`,
      help: figure.help,
      kind: figure.kind,
      ...(figure.isShared && { isShared: true }),
      read: async () => samplesOf(figure, await figure.read()),
    })),
  );
}

/** Throws if a value is no number, or a label is not among those that the figure declares. */
function samplesOf({ labels = {} }: FigureDefinition, read: unknown): Sample[] {
  const given = Array.isArray(read) ? (read as unknown[]) : [{ labels: {}, value: read }];
  return given.map((one) => {
    const { labels: own = {}, value } = Object(one) as { labels?: Record<string, unknown>; value?: unknown };
    if (typeof value !== 'number') throw new Error(`a value is ${String(value)}; allowed: numbers`);
    const pairs = Object.entries(labels).map(([label, allowed]) => {
      const found = allowed.find((word) => word === own[label]);
      if (found === undefined)
        throw new Error(`a value has the ${label} ${String(own[label])}; allowed: ${allowed.join(', ')}`);
      return [label, found] as const;
    });
    const unknown = Object.keys(own).find((label) => !Object.hasOwn(labels, label));
    if (unknown !== undefined) throw new Error(`a value has the label ${unknown}, which is not declared`);
    return { labels: Object.fromEntries(pairs), value };
  });
}
