// Copies the example sites into the package before it is packed.
import { rmSync } from 'node:fs';
import { copy, examples, packed } from './sites.mjs';

rmSync(packed, { recursive: true, force: true });
copy(examples, packed);
