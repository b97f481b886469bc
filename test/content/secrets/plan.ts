import { defineRecord, permission, text } from 'quire-cms';

export default defineRecord({
  name: 'plan',
  label: '计划',
  path: '/v1/plan',
  audit: 'full',
  fields: { title: text({ max: 20, required: true }) },
  access: {
    read: permission('查看计划'),
    create: permission('新建计划'),
    update: permission('修改计划'),
    delete: permission('删除计划'),
  },
});
