import { integer } from '../../../definitions/fields/integer.ts';
import { text } from '../../../definitions/fields/text.ts';
import { dateTime, defineCollection } from '../../../definitions/for-server.ts';
import { message } from '../messages/message.ts';

/** How many of a mail a plug-in has sent in the hour that is counted. */
export const sentMail = defineCollection({
  name: 'quire_plugin_mail',
  label: message('pluginMailsLabel'),
  audit: 'none',
  fields: {
    plugin: text({ max: 30, required: true }),
    mail: text({ max: 40, required: true }),
    sent: integer({ required: true }),
    window_end: dateTime({ required: true }),
  },
  unique: [['plugin', 'mail']],
});
