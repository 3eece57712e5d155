/** Who can own a project, as a choice. */
export const OWNER_KINDS = [
  { value: 'user', label: 'User' },
  { value: 'organization', label: 'Organization' },
] as const;
