/* A small HTTP/1.1 load generator: one thread, keep-alive connections, epoll.
 *
 *   load PORT PATH BODIES CONNECTIONS REQUESTS RATE
 *
 * BODIES is a file with a JSON body on each line; they are sent in turns, from the first again behind the last.
 * RATE 0 sends as fast as answers come (one request a connection at a time). RATE n sends n requests a second by the
 * clock, and measures each from the moment at which it was due, so that a stall is not hidden by the requests that it
 * held back. Prints one JSON object. Talks to 127.0.0.1 only, and stops by itself.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_CONNECTIONS 256
#define MOST_SAMPLES 4000000
#define MOST_SECONDS 600
#define ANSWER_ROOM (8 << 20)

typedef struct {
    char *bytes;
    size_t length;
} Request;

typedef struct {
    int fd;
    int busy;
    const Request *request;
    size_t sent;
    size_t got;
    long need; /* bytes of the whole answer, -1 until its head is read */
    double due;
    char *answer;
} Connection;

static double samples[MOST_SAMPLES];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void die(const char *what) {
    perror(what);
    exit(1);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int dial(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    return fd;
}

static Request *requests_of(const char *path, const char *file, long *count) {
    FILE *stream = fopen(file, "r");
    if (!stream) die(file);
    Request *all = NULL;
    char *line = NULL;
    size_t room = 0;
    ssize_t body;
    for (*count = 0; (body = getline(&line, &room, stream)) > 0; ++*count) {
        if (line[body - 1] == '\n') body--;
        all = realloc(all, (*count + 1) * sizeof *all);
        char *bytes = malloc(body + 1024);
        int head = sprintf(bytes,
                           "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                           "Content-Length: %zd\r\n\r\n",
                           path, body);
        memcpy(bytes + head, line, body);
        all[*count] = (Request){bytes, head + body};
    }
    fclose(stream);
    return all;
}

static void watch(int poll, Connection *c, int writing, int how) {
    struct epoll_event event = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = c};
    if (epoll_ctl(poll, how, c->fd, &event) < 0) die("epoll_ctl");
}

static int push(int poll, Connection *c) {
    while (c->sent < c->request->length) {
        ssize_t n = send(c->fd, c->request->bytes + c->sent, c->request->length - c->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN) {
            watch(poll, c, 1, EPOLL_CTL_MOD);
            return 0;
        }
        if (n <= 0) return -1;
        c->sent += n;
    }
    watch(poll, c, 0, EPOLL_CTL_MOD);
    return 0;
}

static long whole(Connection *c) {
    c->answer[c->got] = 0;
    char *end = strstr(c->answer, "\r\n\r\n");
    if (!end) return -1;
    char *field = strcasestr(c->answer, "content-length:");
    if (!field || field > end) return -2;
    return (end - c->answer) + 4 + atol(field + 15);
}

/* Returns 1 when the answer is whole, 0 to wait, -1 on a lost connection. */
static int pull(Connection *c) {
    for (;;) {
        ssize_t n = recv(c->fd, c->answer + c->got, ANSWER_ROOM - 1 - c->got, 0);
        if (n < 0 && errno == EAGAIN) return 0;
        if (n <= 0) return -1;
        c->got += n;
        if (c->need < 0) c->need = whole(c);
        if (c->need == -2) return -1;
        if (c->need >= 0 && (long)c->got >= c->need) return 1;
    }
}

static void begin(int poll, Connection *c, const Request *request, double due) {
    c->busy = 1;
    c->request = request;
    c->sent = c->got = 0;
    c->need = -1;
    c->due = due;
    if (push(poll, c) < 0) die("send");
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: load PORT PATH BODIES CONNECTIONS REQUESTS RATE\n");
        return 2;
    }
    int port = atoi(argv[1]), connections = atoi(argv[4]);
    long wanted = atol(argv[5]), bodies;
    double rate = atof(argv[6]);
    if (connections < 1 || connections > MOST_CONNECTIONS || wanted < 1 || wanted > MOST_SAMPLES) return 2;
    Request *requests = requests_of(argv[2], argv[3], &bodies);
    if (!bodies) return 2;
    Connection all[MOST_CONNECTIONS];
    int poll = epoll_create1(0);
    for (int i = 0; i < connections; i++) {
        all[i] = (Connection){.fd = dial(port), .answer = malloc(ANSWER_ROOM)};
        watch(poll, &all[i], 0, EPOLL_CTL_ADD);
        usleep(2000); /* of connections that come at once one worker would take all */
    }
    long done = 0, good = 0, lost = 0, started = 0;
    double begun = now();
    while (done + lost < wanted && now() < begun + MOST_SECONDS) {
        double t = now();
        int open = 0;
        for (int i = 0; i < connections; i++) {
            double due = rate > 0 ? begun + started / rate : t;
            if (!all[i].busy && started < wanted && due <= t) {
                begin(poll, &all[i], &requests[started % bodies], due);
                started++;
            }
            open += all[i].busy;
        }
        struct epoll_event events[MOST_CONNECTIONS];
        double next = rate > 0 ? begun + started / rate - t : 1;
        int wait = rate > 0 && open < connections && started < wanted ? (next > 0 ? (int)(next * 1000) : 0) : 100;
        int ready = epoll_wait(poll, events, MOST_CONNECTIONS, wait);
        for (int i = 0; i < ready; i++) {
            Connection *c = events[i].data.ptr;
            if (!c->busy) continue;
            if (c->sent < c->request->length && push(poll, c) < 0) die("send");
            int state = pull(c);
            if (state == 0) continue;
            if (state < 0) {
                lost++;
                close(c->fd);
                c->fd = dial(port);
                watch(poll, c, 0, EPOLL_CTL_ADD);
            } else {
                samples[done++] = now() - c->due;
                good += strncmp(c->answer + 9, "200", 3) == 0;
            }
            c->busy = 0;
        }
    }
    double spent = now() - begun;
    qsort(samples, done, sizeof *samples, ascending);
#define AT(share) (done ? samples[(long)((done - 1) * (share))] * 1000 : 0)
    printf("{\"requests\": %ld, \"good\": %ld, \"lost\": %ld, \"per_second\": %.1f, \"p50_ms\": %.2f, "
           "\"p90_ms\": %.2f, \"p99_ms\": %.2f, \"max_ms\": %.2f}\n",
           done, good, lost, done / spent, AT(0.5), AT(0.9), AT(0.99), AT(1.0));
    return 0;
}
