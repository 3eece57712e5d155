/** The parts that need Radix, as their own chunks: plain elements paint first, these follow on use or when the page is idle. */
import { lazyPart } from '../lazy-part';

export const PopoverLayer = lazyPart(async () => (await import('./PopoverLayer')).PopoverLayer);
export const AddressCard = lazyPart(async () => (await import('./AddressCard')).AddressCard);
export const MenuLayer = lazyPart(async () => (await import('./MenuLayer')).MenuLayer);
export const DialogLayer = lazyPart(async () => (await import('./DialogLayer')).DialogLayer);

/** Fetches the chunks, so that the first menu opens at once and works offline. Call when the page is idle. */
export async function preloadLayers(): Promise<void> {
  await Promise.all([PopoverLayer, AddressCard, MenuLayer, DialogLayer].map((layer) => layer.preload()));
}
