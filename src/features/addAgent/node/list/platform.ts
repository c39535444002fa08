// The platform of this machine, as the registry names platforms.
import type { RegistryPlatform } from './registryFormat.ts';

/** Undefined for what the registry has no programs for. */
export function registryPlatform(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): RegistryPlatform | undefined {
  switch (`${platform} ${architecture}`) {
    case 'darwin arm64':
      return 'darwin-aarch64';
    case 'darwin x64':
      return 'darwin-x86_64';
    case 'linux arm64':
      return 'linux-aarch64';
    case 'linux x64':
      return 'linux-x86_64';
    case 'win32 arm64':
      return 'windows-aarch64';
    case 'win32 x64':
      return 'windows-x86_64';
    default:
      return undefined;
  }
}
