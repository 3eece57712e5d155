import { Outlet } from '@tanstack/react-router';
import { useNetwork } from '../../network-context';
import { NetworkLinks } from './NetworkLinks';

/** The pages of a network. */
export function NetworkLayout() {
  return (
    <NetworkLinks segment={useNetwork().segment}>
      <Outlet />
    </NetworkLinks>
  );
}
