/** Why a plugin gave no answer that can be used, as a clause that begins behind its name. */
export class PluginProblem extends Error {
  override readonly name = 'PluginProblem';
}
