/* A driver that does harm when it is loaded. HARM is one of the names below, SECRET a path. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <unistd.h>

enum { HANG, CLING, CRASH, LEAVE, HOLD, FLOOD, ROWS, CELL, READ, WRITE, ENVIRONMENT, MEMORY, SIGNAL, CONNECT, DESERT, STREAM, UNIX, DATAGRAM };

extern char **environ;

static void hang(void) {
    for (;;)
        pause();
}

/* Returns the pipe of the answer, which the process hides from its drivers. */
static int answer(void) {
    for (int fd = 3; fd < 64; fd++)
        if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY && lseek(fd, 0, SEEK_CUR) < 0 && errno == ESPIPE)
            return fd;
    return -1;
}

/* Answers in the place of the process, with one row of one cell. */
static void tell(const char *text) {
    char frames[512];
    snprintf(frames, sizeof frames, "4:rows,1:1,%zu:t%s,3:end,", strlen(text) + 1, text);
    if (write(answer(), frames, strlen(frames)) < 0)
        _exit(9);
    _exit(0);
}

static void tell_whether(int is_done) { tell(is_done ? "done" : "refused"); }

unsigned char AdbcDriverInit(int version, void *driver, void *error) {
    static char block[1 << 16];
    char text[128] = "";
    (void)version, (void)driver, (void)error;
    switch (HARM) {
    case HANG:
        hang();
    case CLING:
        /* The process does not end by itself. */
        atexit(hang);
        hang();
    case CRASH:
        raise(SIGSEGV);
        break;
    case LEAVE:
        _exit(0);
    case HOLD:
        /* A process of its own keeps the pipe open. */
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    case DESERT:
        if (fork() == 0) {
            setsid();
            sleep(2);
        }
        _exit(0);
    case FLOOD:
        memset(block, '9', sizeof block);
        for (;;)
            if (write(answer(), block, sizeof block) < 0)
                _exit(9);
    case ROWS:
        if (write(answer(), "4:rows,9:999999999,", 19) < 0)
            _exit(9);
        for (;;)
            if (write(answer(), "2:t1,", 5) < 0)
                _exit(9);
    case STREAM:
        /* Rows without an end, each part as it has to be. */
        for (;;)
            if (write(answer(), "4:rows,1:1,2:t1,", 16) < 0)
                _exit(9);
    case CELL:
        memset(block, '9', sizeof block);
        if (write(answer(), "4:rows,1:1,9:900000000:t", 24) < 0)
            _exit(9);
        for (;;)
            if (write(answer(), block, sizeof block) < 0)
                _exit(9);
    case READ: {
        int fd = open(SECRET, O_RDONLY);
        tell_whether(fd >= 0 && read(fd, block, 1) == 1);
    }
    case WRITE: {
        int fd = open(SECRET, O_WRONLY | O_CREAT, 0600);
        tell_whether(fd >= 0 && write(fd, "x", 1) == 1);
    }
    case ENVIRONMENT: {
        for (char **each = environ; each && *each; each++) {
            strncat(text, *each, strcspn(*each, "="));
            strcat(text, " ");
        }
        tell(text);
    }
    case MEMORY: {
        struct iovec own = {block, 8}, other = {(void *)0x400000, 8};
        int is_done = process_vm_readv(getppid(), &own, 1, &other, 1, 0) >= 0 || errno == EFAULT;
        snprintf(text, sizeof text, "/proc/%d/mem", getppid());
        is_done |= open(text, O_RDONLY) >= 0;
        snprintf(text, sizeof text, "/proc/%d/environ", getppid());
        is_done |= open(text, O_RDONLY) >= 0;
        is_done |= ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0;
        tell_whether(is_done);
    }
    case SIGNAL:
        tell_whether(kill(getppid(), 0) == 0);
    case UNIX: {
        struct sockaddr_un to = {.sun_family = AF_UNIX};
        strcpy(to.sun_path, SECRET);
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        tell_whether(connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    }
    case DATAGRAM:
        tell_whether(socket(AF_INET, SOCK_DGRAM, 0) >= 0);
    case CONNECT: {
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(SECRET))};
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        tell_whether(connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    }
    }
    return 1;
}
