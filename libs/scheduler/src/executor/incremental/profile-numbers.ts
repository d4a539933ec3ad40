import type { Plugin } from '../../plugin.js';
import type { Profile } from '../../profile/index.js';

/**
 * Numbers for profiles: the same for those that run the same plugins with the same configuration,
 * though they were read twice.
 */
export class ProfileNumbers {
  readonly #numbers = new WeakMap<Profile, number>();
  readonly #known: { readonly configuration: string; readonly plugins: readonly Plugin[] }[] = [];

  of(profile: Profile): number {
    const number = this.#numbers.get(profile) ?? this.#find(profile);
    this.#numbers.set(profile, number);
    return number;
  }

  #find(profile: Profile): number {
    const configuration = JSON.stringify(profile.configuration);
    const plugins = Object.values(profile.points).flatMap((bound) => bound.map(({ plugin }) => plugin));
    const found = this.#known.findIndex(
      (known) =>
        known.configuration === configuration &&
        known.plugins.length === plugins.length &&
        known.plugins.every((plugin, index) => plugin === plugins[index]),
    );
    return found >= 0 ? found : this.#known.push({ configuration, plugins }) - 1;
  }
}
