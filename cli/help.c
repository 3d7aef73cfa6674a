// help.c: which commands does `wend` have, and how does `wend help` describe them?
#include "json.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

const command* const command_table[] = {
    &command_bake,   &command_legend,      &command_info,
    &command_path,   &command_check,       &command_edit,
    &command_merge,  &command_verify,      &command_render,
    &command_export, &command_hash,        &command_generate,
    &command_bench,  &command_serve_bench, &command_simulate,
    &command_field,  &command_matrix,      &command_tour,
    &command_reach,  &command_corridor,    &command_sight,
    &command_fleet,  &command_graph,       &command_explain,
    &command_help,   &command_completion,  NULL,
};
enum { COMMAND_COUNT = sizeof command_table / sizeof command_table[0] - 1 };

const command* command_find(const char* name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, command_table[i]->name) == 0) return command_table[i];
    return NULL;
}

int command_fail_unknown(const char* word) {
    const char* names[COMMAND_COUNT];
    for (int i = 0; i < COMMAND_COUNT; i++) names[i] = command_table[i]->name;
    const char* guess = options_suggest(word, names, COMMAND_COUNT);
    const char* thing = word[0] == '-' ? "option" : "command";
    if (guess != NULL) return cli_fail(CLI_USAGE, "unknown %s '%s', did you mean '%s'?", thing, word, guess);
    return cli_fail(CLI_USAGE, "unknown %s '%s' (see wend --help)", thing, word);
}

typedef struct help_arguments {
    common_options common;
    const char* command;
} help_arguments;

#define AT(member) offsetof(help_arguments, member)
static const option options[] = {
    OPT_OPERAND_OPTIONAL("COMMAND", "the command to describe; without it: a list of all", AT(command)),
    COMMON_OPTIONS(help_arguments),
};

static void print_list(void) {
    printf("usage: wend COMMAND ...\n\n"
           "Turns pictures of maps into navigation data and plans paths over it.\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-11s %s\n", command_table[i]->name, command_table[i]->summary);
    printf("\nwend help COMMAND describes a command; wend --version prints the version.\n\n"
           "exit codes: 0 done, 1 no route or a check failed, 2 usage, 3 bad input file, 4 output or "
           "resources\n");
}

// ---- JSON

static const char* kind_name(option_kind kind) {
    switch (kind) {
    case OPERAND:
    case OPERAND_LIST:
        return "operand";
    case OPTION_FLAG:
        return "flag";
    case OPTION_INTEGER:
    case OPTION_INT32:
    case OPTION_NUMBER:
    case OPTION_FLOAT:
        return "number";
    case OPTION_CHOICE:
        return "choice";
    case OPTION_POINT:
    case OPTION_POINTS:
        return "point";
    case OPTION_SIZE:
        return "size";
    default:
        return "text";
    }
}

static cJSON* describe_option(const option* o) {
    cJSON* json = cJSON_CreateObject();
    json_text(json, "name", o->name);
    json_text(json, "kind", kind_name(o->kind));
    if (o->letter != 0) json_text(json, "letter", (const char[]){o->letter, '\0'});
    if (o->value != NULL) json_text(json, "value", o->value);
    cJSON* choices = o->choices != NULL ? cJSON_AddArrayToObject(json, "choices") : NULL;
    for (int i = 0; choices != NULL && o->choices[i] != NULL; i++) json_append_text(choices, o->choices[i]);
    cJSON_AddBoolToObject(json, "required", o->need == REQUIRED);
    cJSON_AddBoolToObject(json, "repeatable", option_repeats(o));
    json_text(json, "help", o->help);
    return json;
}

static cJSON* describe(const command* c) {
    cJSON* json = cJSON_CreateObject();
    json_text(json, "name", c->name);
    json_text(json, "summary", c->summary);
    json_text(json, "details", c->details);
    json_text(json, "example", c->example);
    cJSON* rows = cJSON_AddArrayToObject(json, "options");
    for (const option* o = c->options; o->kind != OPTION_END; o++)
        cJSON_AddItemToArray(rows, describe_option(o));
    return json;
}

static void print_json(const command* only_opt) {
    cJSON* json = cJSON_CreateObject();
    cJSON* commands = cJSON_AddArrayToObject(json, "commands");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (only_opt == NULL || only_opt == command_table[i])
            cJSON_AddItemToArray(commands, describe(command_table[i]));
    json_print(json);
}

// ---- the command

static int run(const command* self, int argc, char** argv) {
    help_arguments a = {.command = NULL};
    const int code = options_parse(self, argc, argv, &a);
    if (code != OPTIONS_GO) return code;
    const command* found = a.command != NULL ? command_find(a.command) : NULL;
    if (a.command != NULL && found == NULL) return command_fail_unknown(a.command);
    if (a.common.json) {
        print_json(found);
        return CLI_OK;
    }
    if (found != NULL) return found->run(found, 2, (char*[]){(char*)found->name, "--help", NULL});
    print_list();
    return CLI_OK;
}

const command command_help = {
    .name = "help",
    .summary = "describe a command, or list all",
    .details = "The same as wend --help and wend COMMAND --help. --json prints the tables of options.",
    .example = "wend help path",
    .options = options,
    .run = run,
};
