// completion.c: `wend completion`: how do shells complete the command line? The scripts are made from the
// same table as parsing and help.
#include "json.h"
#include "options.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct completion_arguments {
    common_options common;
    const char* shell;
} completion_arguments;

static const char* const shells[] = {"bash", "zsh", "fish", NULL};

#define AT(member) offsetof(completion_arguments, member)
static const option options[] = {
    OPT_OPERAND_CHOICE("SHELL", "bash, zsh or fish", AT(shell), shells),
    COMMON_OPTIONS(completion_arguments),
};

// ---- what can stand in a place

static bool takes_value(const option* o) {
    return !option_is_operand(o) && o->kind != OPTION_FLAG;
}

static bool is_command_name(const option* o) {
    return option_is_operand(o) && strcmp(o->name, "COMMAND") == 0;
}

// The words that a value can be, separated by spaces; nothing when there is no list of them.
static void write_words(file_text* out, const option* o) {
    if (is_command_name(o))
        for (int i = 0; command_table[i] != NULL; i++)
            file_text_add(out, "%s%s", i > 0 ? " " : "", command_table[i]->name);
    for (int i = 0; o->choices != NULL && o->choices[i] != NULL; i++)
        file_text_add(out, "%s%s", i > 0 ? " " : "", o->choices[i]);
}

static bool has_words(const option* o) {
    return o->choices != NULL || is_command_name(o);
}

// Text within single quotes; `escaped` are marks that need a backslash.
static void write_quoted(file_text* out, const char* text, const char* escaped, const char* quote) {
    for (const char* c = text; *c != '\0'; c++) {
        if (*c == '\'')
            file_text_add(out, "%s", quote);
        else
            file_text_add(out, "%s%c", strchr(escaped, *c) != NULL ? "\\" : "", *c);
    }
}

// ---- bash

static void write_bash_values(file_text* out, const command* c) {
    for (const option* o = c->options; o->kind != OPTION_END; o++) {
        if (!takes_value(o)) continue;
        file_text_add(out, "    '%s --%s'", c->name, o->name);
        if (o->letter != 0) file_text_add(out, " | '%s -%c'", c->name, o->letter);
        file_text_add(out, ") values='");
        write_words(out, o);
        file_text_add(out, "' files=%s ;;\n", option_names_file(o) ? "yes" : "no");
    }
}

static void write_bash_command(file_text* out, const command* c) {
    bool files = false;
    file_text_add(out, "    %s) options='", c->name);
    for (const option* o = c->options; o->kind != OPTION_END; o++) {
        if (!option_is_operand(o)) file_text_add(out, "--%s ", o->name);
        files = files || (option_is_operand(o) && option_names_file(o));
    }
    file_text_add(out, "--help' values='");
    for (const option* o = c->options; o->kind != OPTION_END; o++)
        if (option_is_operand(o)) write_words(out, o);
    file_text_add(out, "' files=%s ;;\n", files ? "yes" : "no");
}

static void write_bash(file_text* out) {
    file_text_add(out, "# Completion of wend for bash. Made by: wend completion bash\n"
                       "_wend() {\n"
                       "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                       "    local command=${COMP_WORDS[1]} options= values= files=no IFS=$' \\t\\n'\n"
                       "    COMPREPLY=()\n"
                       "    # bash splits --option=value into three words\n"
                       "    if [[ $current == '=' ]]; then\n"
                       "        current=\n"
                       "    elif [[ $previous == '=' ]]; then\n"
                       "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                       "    fi\n"
                       "    # no value begins with two dashes\n"
                       "    [[ $current == --* ]] && previous=\n"
                       "    if ((COMP_CWORD == 1)); then\n"
                       "        COMPREPLY=($(compgen -W '");
    for (int i = 0; command_table[i] != NULL; i++) file_text_add(out, "%s ", command_table[i]->name);
    file_text_add(out, "--help --version' -- \"$current\"))\n"
                       "        return\n"
                       "    fi\n"
                       "    case \"$command $previous\" in\n");
    for (int i = 0; command_table[i] != NULL; i++) write_bash_values(out, command_table[i]);
    file_text_add(out, "    *)\n"
                       "        case $command in\n");
    for (int i = 0; command_table[i] != NULL; i++) {
        file_text_add(out, "    ");
        write_bash_command(out, command_table[i]);
    }
    file_text_add(out, "        esac ;;\n"
                       "    esac\n"
                       "    if [[ $current == -* ]]; then\n"
                       "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
                       "    elif [[ -n $values ]]; then\n"
                       "        COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n"
                       "    elif [[ $files == yes ]]; then\n"
                       "        IFS=$'\\n'\n"
                       "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
                       "        compopt -o filenames 2>/dev/null\n"
                       "    fi\n"
                       "}\n"
                       "complete -F _wend wend\n");
}

// ---- zsh

static const char zsh_escaped[] = "[]:\\", zsh_quote[] = "'\\''";

static void write_zsh_action(file_text* out, const option* o) {
    file_text_add(out, ":");
    write_quoted(out,
                 option_is_operand(o) ? o->name
                 : o->value != NULL   ? o->value
                                      : o->name,
                 zsh_escaped, zsh_quote);
    file_text_add(out, ":");
    if (has_words(o)) {
        file_text_add(out, "(");
        write_words(out, o);
        file_text_add(out, ")");
    } else if (option_names_file(o)) {
        file_text_add(out, "_files");
    }
}

static void write_zsh_spelling(file_text* out, const option* o, const char* dashes, const char* name) {
    file_text_add(out, " \\\n            '%s%s%s%s[", option_repeats(o) ? "*" : "", dashes, name,
                  !takes_value(o)    ? ""
                  : dashes[1] == '-' ? "="
                                     : "+");
    write_quoted(out, o->help, zsh_escaped, zsh_quote);
    file_text_add(out, "]");
    if (o->bare > 0) file_text_add(out, ":"); // two colons: the value may be left out
    if (takes_value(o)) write_zsh_action(out, o);
    file_text_add(out, "'");
}

static void write_zsh(file_text* out) {
    file_text_add(out, "#compdef wend\n"
                       "# Completion of wend for zsh. Made by: wend completion zsh\n"
                       "_wend() {\n"
                       "    local -a commands\n"
                       "    commands=(\n");
    for (int i = 0; command_table[i] != NULL; i++) {
        file_text_add(out, "        '%s:", command_table[i]->name);
        write_quoted(out, command_table[i]->summary, "\\", zsh_quote);
        file_text_add(out, "'\n");
    }
    file_text_add(out, "    )\n"
                       "    if ((CURRENT == 2)); then\n"
                       "        _describe command commands\n"
                       "        compadd -- --help --version\n"
                       "        return\n"
                       "    fi\n"
                       "    local command=$words[2]\n"
                       "    shift words\n"
                       "    ((CURRENT--))\n"
                       "    case $command in\n");
    for (int i = 0; command_table[i] != NULL; i++) {
        file_text_add(out, "    %s)\n        _arguments", command_table[i]->name);
        for (const option* o = command_table[i]->options; o->kind != OPTION_END; o++) {
            if (option_is_operand(o)) {
                file_text_add(out, " \\\n            '%s",
                              option_repeats(o)     ? "*"
                              : o->need == OPTIONAL ? ":"
                                                    : "");
                write_zsh_action(out, o);
                file_text_add(out, "'");
                continue;
            }
            write_zsh_spelling(out, o, "--", o->name);
            if (o->letter != 0) write_zsh_spelling(out, o, "-", (const char[]){o->letter, '\0'});
        }
        file_text_add(out, " \\\n            '--help[print the help]'\n        ;;\n");
    }
    file_text_add(out, "    esac\n"
                       "}\n"
                       "if [[ $funcstack[1] == _wend ]]; then\n"
                       "    _wend \"$@\"\n"
                       "else\n"
                       "    compdef _wend wend\n"
                       "fi\n");
}

// ---- fish

static const char fish_escaped[] = "\\", fish_quote[] = "\\'";

static void write_fish_option(file_text* out, const command* c, const option* o) {
    file_text_add(out, "complete -c wend -n '__wend_command %s'", c->name);
    if (!option_is_operand(o)) {
        if (o->letter != 0) file_text_add(out, " -s %c", o->letter);
        file_text_add(out, " -l %s", o->name);
    }
    if (takes_value(o) && o->bare == 0) file_text_add(out, " -r");
    if (option_names_file(o)) file_text_add(out, " -F");
    if (has_words(o)) {
        file_text_add(out, " -a '");
        write_words(out, o);
        file_text_add(out, "'");
    }
    if (!option_is_operand(o) || has_words(o)) {
        file_text_add(out, " -d '");
        write_quoted(out, o->help, fish_escaped, fish_quote);
        file_text_add(out, "'");
    }
    file_text_add(out, "\n");
}

static void write_fish(file_text* out) {
    file_text_add(out, "# Completion of wend for fish. Made by: wend completion fish\n"
                       "function __wend_command\n"
                       "    set -l words (commandline -opc)\n"
                       "    test (count $words) -gt 1; and test $words[2] = $argv[1]\n"
                       "end\n"
                       "function __wend_no_command\n"
                       "    test (count (commandline -opc)) -eq 1\n"
                       "end\n"
                       "complete -c wend -f\n"
                       "complete -c wend -n __wend_no_command -l help -d 'list the commands'\n"
                       "complete -c wend -n __wend_no_command -l version -d 'print the version'\n");
    for (int i = 0; command_table[i] != NULL; i++) {
        const command* c = command_table[i];
        file_text_add(out, "complete -c wend -n __wend_no_command -a %s -d '", c->name);
        write_quoted(out, c->summary, fish_escaped, fish_quote);
        file_text_add(out, "'\n");
        for (const option* o = c->options; o->kind != OPTION_END; o++) write_fish_option(out, c, o);
        file_text_add(out, "complete -c wend -n '__wend_command %s' -s h -l help -d 'print the help'\n",
                      c->name);
    }
}

// ---- the command

static int run(const command* self, int argc, char** argv) {
    completion_arguments a = {.shell = NULL};
    const int code = options_parse(self, argc, argv, &a);
    if (code != OPTIONS_GO) return code;
    file_text out = {.size = 0};
    if (strcmp(a.shell, "bash") == 0)
        write_bash(&out);
    else if (strcmp(a.shell, "zsh") == 0)
        write_zsh(&out);
    else
        write_fish(&out);
    if (!a.common.json || out.failed) return output_write_text(&out, "-");
    cJSON* json = cJSON_CreateObject();
    json_text(json, "shell", a.shell);
    json_text(json, "script", out.bytes);
    json_print(json);
    free(out.bytes);
    return CLI_OK;
}

const command command_completion = {
    .name = "completion",
    .summary = "print a completion script for bash, zsh or fish",
    .details =
        "Packages install the scripts. By hand: in bash add the line eval \"$(wend completion bash)\" to "
        "~/.bashrc, in zsh\n"
        "eval \"$(wend completion zsh)\" to ~/.zshrc, and in fish wend completion fish | source to its "
        "config.fish.",
    .example = "wend completion bash",
    .options = options,
    .run = run,
};
