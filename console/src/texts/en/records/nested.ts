export const nested = {
  addLine: 'Add a line',
  addBlock: 'Add a block',
  tableHint: 'Enter adds a line; lines of a spreadsheet can be pasted',
  order: 'Order',
  tools: 'Tools',
  duplicate: (name: string) => `Duplicate: ${name}`,
  copy: (name: string) => `Copy to another list or record: ${name}`,
  paste: (name: string) => `Paste: ${name}`,
  insertBefore: (name: string) => `Insert before: ${name}`,
  count: (count: number) => `${count} items`,
  openAll: 'Open all',
  closeAll: 'Close all',
};
