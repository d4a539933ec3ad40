/** What a shell reads: all of them ask `berth completion candidates` what may stand where the cursor is. */
export const SCRIPTS = {
  bash: `# berth completion bash: source <(berth completion bash)
_berth() {
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(
    berth completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null
  )
}
complete -o default -F _berth berth`,
  zsh: `#compdef berth
# berth completion zsh: source <(berth completion zsh)
_berth() {
  local -a candidates
  candidates=("\${(@f)$(berth completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[1]}" ]]; then compadd -a candidates; else _files; fi
}
compdef _berth berth`,
  fish: `# berth completion fish: berth completion fish > ~/.config/fish/completions/berth.fish
function __berth_candidates
  set -l words (commandline -opc) (commandline -ct)
  berth completion candidates -- $words[2..-1] 2>/dev/null
end
complete -c berth -a '(__berth_candidates)'`,
} as const;
