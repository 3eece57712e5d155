/** The part of projects on the page of an address, as a chunk of its own. */
import { lazyPart } from '../../ui/lazy-part';

export const InProjects = lazyPart(async () => (await import('./InProjects')).InProjects);
