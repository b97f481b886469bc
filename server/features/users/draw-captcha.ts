import { loadSharp } from '../../load-sharp.ts';

/** What clients of the Lin CMS family make room for, in pixels. */
const SIZE = { width: 80, height: 40 } as const;

type Draw = (text: string, options: Readonly<Record<string, unknown>>) => string;

/** Draws a text for people, as the data URI of a PNG. The drawing libraries are loaded by the first one. */
export async function drawCaptcha(text: string): Promise<string> {
  const { default: draw } = (await import('svg-captcha')) as unknown as { default: Draw };
  const sharp = await loadSharp();
  const drawing = draw(text, { ...SIZE, fontSize: 38, noise: 2 });
  const png = await sharp(Buffer.from(drawing)).flatten({ background: 'white' }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
