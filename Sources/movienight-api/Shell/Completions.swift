import Console

/// A shell, and the script with which it completes this program's commands. The script asks the program for the
/// candidates.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// Returns a candidate in the form that the shell's script reads.
  func line(_ candidate: Completion.Candidate) -> String {
    switch self {
    case .bash: return candidate.word
    case .zsh:
      // A colon separates the word from its description.
      let word = candidate.word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return candidate.summary.isEmpty ? word : "\(word):\(candidate.summary)"
    case .fish: return candidate.summary.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.summary)"
    }
  }

  // If the program has no candidates, the word is probably the name of a file.

  private static let bashScript = #"""
    # bash completion of movienight, printed by: movienight completions bash
    _movienight() {
      local current=${COMP_WORDS[COMP_CWORD]} word
      COMPREPLY=()
      while IFS= read -r word; do
        # Names come from all members of a household. bash puts them into an open quote as they are.
        case $current in
          \'*) [[ $word != *\'* ]] || continue ;;
          \"*) [[ $word != *[\\\"\$\`!]* ]] || continue ;;
          *) printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
      done < <("${COMP_WORDS[0]}" completions bash --complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    }
    complete -o default -F _movienight movienight

    """#

  private static let zshScript = #"""
    #compdef movienight
    # zsh completion of movienight, printed by: movienight completions zsh
    _movienight() {
      local -a values
      values=("${(@f)$("${(Q)words[1]}" completions zsh --complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      if [[ -n $values[1] ]]; then _describe -t values value values; else _files; fi
    }
    # Read by compinit from a folder of functions, or by source.
    if [[ $funcstack[1] == _movienight ]]; then _movienight "$@"; else compdef _movienight movienight; fi

    """#

  private static let fishScript = #"""
    # fish completion of movienight, printed by: movienight completions fish
    function __movienight_candidates
      set -l words (commandline -opc)
      set -l program $words[1]
      set -e words[1]
      set -l current (commandline -ct)
      set -l values ($program completions fish --complete -- $words "$current" 2>/dev/null)
      if set -q values[1]
        printf '%s\n' $values
      else
        __fish_complete_path "$current"
      end
    end
    complete -c movienight -f -a '(__movienight_candidates)'

    """#
}
