export const dates = {
  calendar: 'Calendar',
  open: 'Choose in a calendar',
  lastYear: 'A year back',
  lastMonth: 'A month back',
  nextMonth: 'A month ahead',
  nextYear: 'A year ahead',
  presets: {
    now: 'Now',
    anHour: 'In an hour',
    yesterday: 'Yesterday',
    today: 'Today',
    tomorrow: 'Tomorrow',
    monday: 'Next Monday',
    week: 'In a week',
  },
  at: ({ day, time }: { day: string; time: string }) => `${day}, ${time}`,
  zone: (zone: string) => `Times of ${zone}`,
};
