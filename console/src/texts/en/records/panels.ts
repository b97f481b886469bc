export const panels = {
  measures: { count: 'Count', sum: 'Total', avg: 'Average', min: 'Lowest', max: 'Highest' },
  none: 'None',
  empty: 'No records yet.',
  more: 'There are more groups than shown.',
};
