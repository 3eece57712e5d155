/** What the visibility of a project means, where nothing leaves the browser but files. */
import { VISIBILITIES, type Visibility } from '../../../core/projects/project';

export const VISIBILITY_TEXT: Readonly<Record<Visibility, { label: string; note: string }>> = {
  PRIVATE: { label: 'Private', note: 'For you alone.' },
  SHARED: { label: 'Shared', note: 'For those who get its file.' },
  PUBLIC: { label: 'Public', note: 'For everybody: it contains no secrets.' },
  ORGANIZATION: { label: 'Organization', note: 'For the members of its owner.' },
  DEMO: { label: 'Demo', note: 'Read-only. You can change a duplicate of it.' },
};

/** Visibilities that a reader chooses from; demos are made by deployments only. */
export const CHOSEN_VISIBILITIES = VISIBILITIES.filter((visibility) => visibility !== 'DEMO').map((value) => ({
  value,
  ...VISIBILITY_TEXT[value],
}));
