import { lazyPart } from '../../ui/lazy-part';

/** Says that there is no page at this address. Few come to one, so its code is loaded then. */
export const NotFoundPage = lazyPart(async () => (await import('./NoSuchPage')).NoSuchPage);
