import { defineMessages } from '../../../messages/message.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

/** Names a text of this feature, or one of the core. */
export const message = defineMessages({ zh, en });
