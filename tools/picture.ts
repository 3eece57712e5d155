/** Pictures of pages as docs/screens has them. */
import type { Page } from 'playwright-core';

/** Quality of WebP, from 0 to 1: text is sharp, and a picture a seventh of its PNG. */
const QUALITY = 0.65;

/** Returns the PNG as WebP, written by the browser of the page. */
export async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([data, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    [png.toString('base64'), QUALITY] as const,
  );
  return Buffer.from(base64, 'base64');
}
