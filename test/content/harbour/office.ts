import { boolean, date, defineSingleton, login, longText, permission, text } from 'quire-cms';

// The one record of a singleton, which everybody reads and few change.
export default defineSingleton({
  name: 'office',
  label: { en: 'Harbour office', zh: '港务处' },
  path: '/v1/office',
  audit: 'full',
  fields: {
    title: text({ max: 80, default: 'Harbour office', label: { en: 'Title', zh: '标题' } }),
    notice: longText({ default: '', label: { en: 'Notice', zh: '公告' } }),
    is_open: boolean({ default: true, label: { en: 'Open', zh: '开放' } }),
    closed_until: date({ label: { en: 'Closed until', zh: '关闭至' } }),
  },
  access: { read: login, update: permission('Run the office', 'run'), history: login },
});
