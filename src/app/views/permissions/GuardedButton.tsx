import type { ComponentProps } from 'react';
import type { Permission } from '../../../core/projects/permissions';
import { Button } from '../../ui/Button';

/** Shows a button that is disabled, with the reason, where the permission is not granted. */
export function GuardedButton({ permission, ...button }: ComponentProps<typeof Button> & { permission: Permission }) {
  return permission.allowed ? <Button {...button} /> : <Button {...button} disabled title={permission.reason} />;
}
