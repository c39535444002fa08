// What judges and asks about requests of agents, loaded when the first agent starts.
import type { Disposable } from '../base/lifecycle.ts';
import { ClientRequestPermissions } from './clientRequestPermissions.ts';
import { Permissions, type PermissionsOptions } from './permissionRequests.ts';

export interface PermissionPartsOptions extends PermissionsOptions {
  /** Makes an id that is unique in the world. */
  readonly newKey: () => string;
}

/** Permission requests, and what agents ask Parley for without one. */
export interface PermissionParts extends Disposable {
  readonly permissions: Permissions;
  readonly clientRequests: ClientRequestPermissions;
}

export function permissionParts(options: PermissionPartsOptions): PermissionParts {
  const { store, clock, newKey } = options;
  const permissions = new Permissions(options);
  const clientRequests = new ClientRequestPermissions({ store, clock, permissions, newId: newKey });
  return {
    permissions,
    clientRequests,
    dispose() {
      permissions.dispose();
      clientRequests.dispose();
    },
  };
}
