// What is done with images.

export { acceptedFormat } from './accepted-format.ts';
export { type AskedOfCopies, type Copies, makeCopies } from './copies.ts';
export { cropImage, shrinkImage } from './decode.ts';
export { cropKeyOf, type NamedCrop, namedCrop } from './named-crops.ts';
export { thumbnailKeyOf, thumbnailWidth } from './thumbnails.ts';
