import { defineSettings, setting } from 'quire-cms';

export default defineSettings({
  FESTIVAL_SEATS: setting.integer({ initial: 120, min: 1, max: 5000, meaning: 'Seats of the hall.' }),
  FESTIVAL_CURRENCY: setting.choice(['EUR', 'CNY'], { initial: 'EUR', meaning: 'What tickets cost.' }),
});
