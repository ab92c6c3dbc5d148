import Console

/// A shell, and the script with which it completes this program's commands. The script uses the help's data.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func script(for commands: [any Subcommand]) -> [String] {
    switch self {
    case .bash: bash(commands)
    case .zsh: zsh(commands)
    case .fish: fish(commands)
    }
  }

  /// The words other than commands that can follow the program's name.
  private static let wordsBesidesCommands = ["help", "--help", "--version"]

  // MARK: Script for bash

  private func bash(_ commands: [any Subcommand]) -> [String] {
    let names = commands.map(\.name)
    let cases = commands.map { command in
      let options = (command.options + [.help]).map { "--\($0.name)" }
      return """
            \(command.name))
              (( COMP_CWORD == 2 )) && words='\(command.words.joined(separator: " "))'
              options='\(options.joined(separator: " "))' ;;
        """
    }
    // The value of an option is completed as a file name, which is the most likely kind of value.
    let valueOptions = Set(commands.flatMap(\.options).filter { $0.placeholder != nil }.map { "--\($0.name)" }).sorted()
    return [
      """
      # bash completion of movienight, printed by: movienight completions bash
      _movienight() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words='' options=''
        COMPREPLY=()
        if (( COMP_CWORD == 1 )); then
          COMPREPLY=($(compgen -W '\((names + Self.wordsBesidesCommands).joined(separator: " "))' -- "$current"))
          return
        fi
        case $previous in
          \(valueOptions.joined(separator: "|"))) return ;;
        esac
        case ${COMP_WORDS[1]} in
          help) (( COMP_CWORD == 2 )) && words='\(names.joined(separator: " "))' ;;
      """
    ] + cases + [
      """
        esac
        [[ $current == -* ]] && words=$options
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _movienight movienight
      """
    ]
  }

  // MARK: Script for zsh

  private func zsh(_ commands: [any Subcommand]) -> [String] {
    let cases = commands.map { command in
      let options = (command.options + [.help]).map { option in
        let value = option.placeholder.map { ":\(Self.zshText($0)):_files" } ?? ""
        return "      \(shellQuoted("--\(option.name)[\(Self.zshText(option.summary))]\(value)"))"
      }
      let first = command.words.isEmpty ? "_files" : "(\(command.words.joined(separator: " ")))"
      return ([("    \(command.name)) _arguments -S")] + options + ["      '1: :\(first)' '*: :_files' ;;"])
        .joined(separator: " \\\n")
    }
    let names = commands.map { "    \(shellQuoted("\($0.name):\($0.summary)"))" }
    return [
      """
      #compdef movienight
      # zsh completion of movienight, printed by: movienight completions zsh
      _movienight() {
        local -a commands=(
      """
    ] + names + [
      """
          'help:Show help.'
        )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
          help) (( CURRENT == 2 )) && _describe -t commands command commands ;;
      """
    ] + cases + [
      """
        esac
      }
      # Read by compinit from a folder of functions, or by source.
      if [[ $funcstack[1] == _movienight ]]; then _movienight "$@"; else compdef _movienight movienight; fi
      """
    ]
  }

  /// Escapes backslashes, brackets and colons, because brackets and colons separate parts in `_arguments`.
  private static func zshText(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  // MARK: Script for fish

  private func fish(_ commands: [any Subcommand]) -> [String] {
    var lines = ["# fish completion of movienight, printed by: movienight completions fish"]
    let atCommand = "complete -c movienight -n __fish_use_subcommand"
    lines += commands.map { "\(atCommand) -f -a \($0.name) -d \(shellQuoted($0.summary))" }
    lines += ["\(atCommand) -f -a help -d 'Show help.'", "\(atCommand) -f -l version -d 'Print the version.'"]
    let names = commands.map(\.name).joined(separator: " ")
    lines.append("complete -c movienight -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
    for command in commands {
      let inCommand = "complete -c movienight -n '__fish_seen_subcommand_from \(command.name)'"
      if !command.words.isEmpty {
        let first = "__fish_seen_subcommand_from \(command.name); and test (count (commandline -opc)) -eq 2"
        lines.append("complete -c movienight -n '\(first)' -f -a '\(command.words.joined(separator: " "))'")
      }
      lines += (command.options + [.help]).map { option in
        "\(inCommand) -l \(option.name)\(option.placeholder == nil ? "" : " -r") -d \(shellQuoted(option.summary))"
      }
    }
    return lines
  }
}
