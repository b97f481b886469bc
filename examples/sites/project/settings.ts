import { defineSettings, setting } from 'quire-cms';

export default defineSettings({
  SITE_URL: setting.text({
    initial: 'http://127.0.0.1:4321',
    meaning: 'Where the site is, for previews.',
    allowed: 'the origin of the site, such as https://site.example',
    fits: (text) => URL.canParse(text) && new URL(text).origin === text,
  }),
});
