/* A bot in C: it prefers actions that carry the castle of Blockade forward, and plays at random otherwise.
   It plays every game, because it only needs the legal actions that it is sent. docs/bot-protocol.md describes
   the protocol. Compile it with: cc -o racer racer.c */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

/* How far an action such as K4-6 carries the castle towards the other side: the letters C, K and T move it. */
static int advance(const char *text, int seat) {
    int from, to;
    char unit;
    if (sscanf(text, "%c%d-%d", &unit, &from, &to) != 3 || !strchr("CKT", unit))
        return 0;
    return seat == 0 ? to - from : from - to;
}

int main(void) {
    int seat = 0, boldness = 1, best = -1, most = 0, ties = 0;
    unsigned seed;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line is sent at once */
    while (fgets(line, sizeof line, stdin)) {
        int id, start = 0;
        if (!strncmp(line, "stockade ", 9)) {
            puts("name Racer\nauthor Grace\noption boldness int 1\nok");
        } else if (sscanf(line, "set boldness %d", &boldness) == 1) {
            continue;
        } else if (sscanf(line, "newgame %*s players %*d seat %d seed %u", &seat, &seed) == 2) {
            srand(seed);
            puts("ok");
        } else if (!strncmp(line, "position ", 9)) {
            best = -1;
        } else if (sscanf(line, "action %d %n", &id, &start) == 1) {
            int worth = boldness * advance(line + start, seat);
            if (best < 0 || worth > most)
                best = id, most = worth, ties = 1;
            else if (worth == most && rand() % ++ties == 0)
                best = id;
        } else if (!strncmp(line, "go", 2)) {
            printf("info worth %d\nbestmove %d\n", most, best);
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
    }
    return 0;
}
