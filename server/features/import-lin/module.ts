import { defineModule } from '../../module/define-module.ts';
import { imported } from './imported.record.ts';

/** What a command imports from a Lin CMS. */
export const importLin = defineModule({ name: 'import-lin', records: [imported] });
