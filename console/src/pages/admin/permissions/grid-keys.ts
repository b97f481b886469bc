const STEPS: Readonly<Record<string, readonly [records: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The box beside this one in a table of boxes, in the direction of an arrow key. */
export function neighbour(box: HTMLElement, key: string): HTMLElement | undefined {
  const step = STEPS[key];
  const [cell, record, table] = [box.closest('td'), box.closest('tr'), box.closest('table')];
  if (!step || !cell || !record || !table) return undefined;
  const across = document.dir === 'rtl' ? -step[1] : step[1];
  const records = [...table.rows].filter((one) => one.checkVisibility() && one.querySelector('td') !== null);
  const there = records[records.indexOf(record) + step[0]]?.cells[cell.cellIndex + across];
  return there?.querySelector('input') ?? undefined;
}
