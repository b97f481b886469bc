import { defineSettings, setting } from 'quire-cms';

export default defineSettings({
  CARRIER_URL: setting.text({
    initial: 'https://carrier.example',
    meaning: 'Where parcels are handed over.',
    allowed: 'a URL',
  }),
  PAYMENT_DAYS: setting.integer({
    initial: 7,
    min: 1,
    max: 90,
    meaning: 'Days that an order waits for its payment.',
  }),
  PAYMENT_SECRET: setting.required({
    meaning: 'Signs the callbacks of the payment provider.',
    allowed: 'the text that the provider shows',
  }),
});
