import type { dates as english } from '../en/dates.ts';

export const dates: typeof english = {
  calendar: '日历',
  open: '在日历中选择',
  lastYear: '上一年',
  lastMonth: '上个月',
  nextMonth: '下个月',
  nextYear: '下一年',
  presets: {
    now: '现在',
    anHour: '一小时后',
    yesterday: '昨天',
    today: '今天',
    tomorrow: '明天',
    monday: '下周一',
    week: '一周后',
  },
  at: ({ day, time }) => `${day} ${time}`,
  zone: (zone) => `时间以${zone}为准`,
};
