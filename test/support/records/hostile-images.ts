import { crc32, deflateSync } from 'node:zlib';
import { image } from './uploads.ts';

/** Makes a file of about this many bytes. */
type Make = (bytes: number) => Promise<Buffer>;

/** Files that claim more than they hold, or divide what they hold into as many parts as they can, by kind. */
export const hostileImages: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  jpg: {
    'EXIF segments that claim 65,535 entries': inJpeg(segment(0xe1, claimingExif())),
    'empty segments, of which every second one is kept': inJpeg(
      Buffer.concat([segment(0xe0, 'JFIF\0'), segment(0xfe, '')]),
    ),
    'markers without a length': inJpeg(Buffer.from('ffd0', 'hex')),
    'fill bytes': inJpeg(Buffer.from('ff', 'hex')),
    'coded data of which every byte is stuffed': async (bytes) => {
      const jpeg = await image('jpeg');
      return Buffer.concat([
        jpeg.subarray(0, -2),
        repeat(Buffer.from('ff00', 'hex'), bytes),
        jpeg.subarray(-2),
      ]);
    },
    'profiles in empty parts': inJpeg(segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\xff', 'latin1'))),
    'tables of nothing': inJpeg(segment(0xc4, '')),
    'a segment that leads beyond the end': async () =>
      Buffer.concat([(await image('jpeg')).subarray(0, 2), Buffer.from('ffe1ffff', 'hex'), claimingExif()]),
    'scans of nothing': inJpeg(segment(0xda, '')),
  },
  png: {
    'eXIf chunks that claim 65,535 entries': inPng(chunk('eXIf', claimingExif().subarray(6))),
    'empty chunks, of which every second one is kept': inPng(
      Buffer.concat([chunk('fdAT', ''), chunk('tEXt', 'a\0')]),
    ),
    'texts that grow': inPng(chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zeros()]))),
    'profiles that grow': inPng(chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), zeros()]))),
    'a chunk that claims 4 GB': async () =>
      before('IEND', await image('png'), -4, Buffer.from('ffffffff74455874', 'hex')),
  },
  gif: {
    'extensions without blocks': inGif(Buffer.from('21f900', 'hex')),
    'comments between extensions': inGif(Buffer.from('21f90021fe00', 'hex')),
    'blocks of one byte': async (bytes) =>
      gifWith(
        await image('gif'),
        Buffer.concat([Buffer.from('21f9', 'hex'), repeat(Buffer.from([1, 1]), bytes), Buffer.alloc(1)]),
      ),
    'frames of one pixel': inGif(Buffer.from('2c0000000001000100000202440100', 'hex')),
    'blocks that lead beyond the end': async (bytes) =>
      Buffer.concat([
        (await image('gif')).subarray(0, -1),
        Buffer.from('21feff', 'hex'),
        Buffer.alloc(bytes, 1),
      ]),
  },
  webp: {
    'EXIF chunks that claim 65,535 entries': inWebp(riff('EXIF', claimingExif())),
    'empty chunks, of which every second one is kept': inWebp(
      Buffer.concat([riff('ANMF', ''), riff('EXIF', '')]),
    ),
    'a chunk that claims 4 GB': inWebp(Buffer.from('45584946ffffffff', 'hex')),
    'a file that claims 4 GB': async () => {
      const webp = await image('webp');
      webp.writeUInt32LE(0xffff_fff0, 4);
      return webp;
    },
    'empty frames': inWebp(riff('ANMF', Buffer.alloc(16))),
  },
  avif: {
    'items of 65,535 extents of no bytes': async (bytes) =>
      withMeta(await image('avif'), [kinds(['Exif']), itemPlaces(repeated(bytes, '00010000ffff'), 0)]),
    'extents that cover the whole file': async (bytes) =>
      withMeta(await image('avif'), [kinds(['Exif']), itemPlaces(repeated(bytes, WHOLE_FILE))]),
    'a description beyond the end': withItem({ offset: 0x7fff_0000, length: 100 }),
    'a description without bytes': withItem({ offset: 8, length: 0 }),
    'a description in another item': withItem({ offset: 32, length: 8 }, { offset: 36, length: 8 }),
    'kinds of more items than there are': async () =>
      withMeta(await image('avif'), [box('iinf', Buffer.from('00000000ffff', 'hex')), itemPlaces([])]),
    'places of more items than there are': async () =>
      withMeta(await image('avif'), [kinds(['Exif']), box('iloc', Buffer.from('000000004400ffff', 'hex'))]),
    'a box that leads beyond the end': async () =>
      Buffer.concat([await image('avif'), Buffer.from('7fffffff', 'hex'), Buffer.from('uuid')]),
    'properties without content': async (bytes) =>
      withMeta(await image('avif'), [box('iprp', box('ipco', repeat(box('free', ''), bytes)))]),
    'empty boxes': async (bytes) => Buffer.concat([await image('avif'), repeat(box('free', ''), bytes)]),
    'descriptions without content': async (bytes) =>
      Buffer.concat([await image('avif'), repeat(box('uuid', ''), bytes)]),
    'movies within movies': async (bytes) => Buffer.concat([await image('avif'), nested(bytes)]),
    'many boxes of items': async (bytes) => {
      const one = meta([kinds(['Exif']), itemPlaces([Buffer.from(WHOLE_FILE, 'hex')])]);
      return Buffer.concat([await image('avif'), repeat(one, bytes)]);
    },
  },
};

/** An item whose only extent reaches as far as it can. */
const WHOLE_FILE = '00010000000100000000ffffffff';

function repeat(part: Buffer, bytes: number): Buffer {
  return Buffer.alloc(Math.max(1, Math.floor(bytes / part.length)) * part.length, part);
}

/** An EXIF block whose only directory claims more entries than there are. */
function claimingExif(): Buffer {
  return Buffer.from('457869660000' + '4d4d002a00000008ffff', 'hex');
}

function zeros(): Buffer {
  return deflateSync(Buffer.alloc(5_000_000));
}

function segment(marker: number, content: Buffer | string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content)]);
}

function inJpeg(part: Buffer): Make {
  return async (bytes) => {
    const jpeg = await image('jpeg');
    return Buffer.concat([jpeg.subarray(0, 2), repeat(part, bytes), jpeg.subarray(2)]);
  };
}

function chunk(type: string, content: Buffer | string): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4);
  Buffer.from(content).copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function inPng(part: Buffer): Make {
  return async (bytes) => {
    const png = await image('png');
    return Buffer.concat([png.subarray(0, 33), repeat(part, bytes), png.subarray(33)]);
  };
}

function before(mark: string, whole: Buffer, shift: number, part: Buffer): Buffer {
  const at = whole.indexOf(mark) + shift;
  return Buffer.concat([whole.subarray(0, at), part, whole.subarray(at)]);
}

function gifWith(gif: Buffer, part: Buffer): Buffer {
  return Buffer.concat([gif.subarray(0, -1), part, gif.subarray(-1)]);
}

function inGif(part: Buffer): Make {
  return async (bytes) => gifWith(await image('gif'), repeat(part, bytes));
}

function riff(type: string, content: Buffer | string): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc(content.length % 2)]);
}

function inWebp(part: Buffer): Make {
  return async (bytes) => {
    const webp = await image('webp');
    const extended = riff('VP8X', Buffer.from('08000000070000070000', 'hex'));
    const content = Buffer.concat([extended, webp.subarray(12), repeat(part, bytes)]);
    return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), content]));
  };
}

function box(type: string, content: Buffer | string): Buffer {
  const head = Buffer.from(`\0\0\0\0${type}`, 'latin1');
  head.writeUInt32BE(content.length + 8);
  return Buffer.concat([head, Buffer.from(content)]);
}

function meta(boxes: readonly Buffer[]): Buffer {
  return box('meta', Buffer.concat([Buffer.alloc(4), ...boxes]));
}

function withMeta(avif: Buffer, boxes: readonly Buffer[]): Buffer {
  return Buffer.concat([avif, meta(boxes)]);
}

/** The box of the items' kinds, by their numbers from 1. */
function kinds(types: readonly string[]): Buffer {
  const one = (type: string, index: number) =>
    box('infe', Buffer.concat([Buffer.from([2, 0, 0, 0, 0, index + 1, 0, 0]), Buffer.from(`${type}\0`)]));
  return box('iinf', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, types.length]), ...types.map(one)]));
}

/** The box of the items' places; their offsets and lengths have four bytes unless other sizes are given. */
function itemPlaces(items: readonly Buffer[], sizes = 0x44): Buffer {
  const head = Buffer.from([0, 0, 0, 0, sizes, 0, items.length >> 8, items.length & 255]);
  return box('iloc', Buffer.concat([head, ...items]));
}

function repeated(bytes: number, hex: string): Buffer[] {
  const item = Buffer.from(hex, 'hex');
  return Array<Buffer>(Math.min(65_535, Math.max(1, Math.floor(bytes / item.length)))).fill(item);
}

/** An AVIF with a second box of items: a description there and, if it is given, an image there. */
function withItem(...places: readonly { readonly offset: number; readonly length: number }[]): Make {
  return async () => {
    const items = places.map(({ offset, length }, index) => {
      const item = Buffer.from([0, index + 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
      item.writeUInt32BE(offset, 6);
      item.writeUInt32BE(length, 10);
      return item;
    });
    return withMeta(await image('avif'), [
      kinds(['Exif', 'av01'].slice(0, places.length)),
      itemPlaces(items),
    ]);
  };
}

function nested(bytes: number): Buffer {
  const boxes = Buffer.alloc(Math.floor(bytes / 8) * 8, box('moov', ''));
  for (let at = 0; at < boxes.length; at += 8) boxes.writeUInt32BE(boxes.length - at, at);
  return boxes;
}
